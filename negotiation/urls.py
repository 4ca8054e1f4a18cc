from django.urls import path

from negotiation import pages, views
from negotiation.receipt_page import receipt_page

urlpatterns = [
    path("new", pages.new, name="new"),
    path("new/templates/<str:name>.json", pages.template, name="template"),
    path("d/<str:decision>/", pages.room, name="room"),
    path("d/<str:decision>/organise", pages.organise, name="organise"),
    path("d/<str:decision>/enter", views.enter, name="enter"),
    path("d/<str:decision>/state", views.state, name="state"),
    path("d/<str:decision>/join", views.join, name="join"),
    path("d/<str:decision>/ballot", views.ballot, name="ballot"),
    path("d/<str:decision>/closing", views.closing, name="closing"),
    path("d/<str:decision>/remove", views.remove, name="remove"),
    path("d/<str:decision>/replace-key", views.replace_key, name="replace-key"),
    path("d/<str:decision>/close", views.close, name="close"),
    path("d/<str:decision>/cancel", views.cancel, name="cancel"),
    path("d/<str:decision>/receipt.json", views.receipt, name="receipt"),
    path("d/<str:decision>/receipt", receipt_page, name="receipt-page"),
]
