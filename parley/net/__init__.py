"""What agents in processes of their own need to speak for their owners."""
