/** The largest file that can be a receipt, in bytes. */
export const LARGEST = 16 * 1024 * 1024;

/**
 * @param {File} file
 * @returns {Promise<string>} its bytes in base 64; rejects for a folder, or a file that has been moved
 */
export function readBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/**
 * So that choosing the same file once more is a change too.
 * @param {HTMLInputElement} input
 * @param {(file: File) => void} take
 */
export function onFile(input, take) {
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) take(file);
  });
  input.addEventListener("click", () => {
    input.value = "";
  });
}
