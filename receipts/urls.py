from django.urls import path

from receipts import views

urlpatterns = [path("verify", views.verify, name="verify")]
