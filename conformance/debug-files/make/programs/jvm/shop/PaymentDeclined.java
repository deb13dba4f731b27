package shop;

class PaymentDeclined extends RuntimeException {
  PaymentDeclined(Object subject) {
    super("declined by " + subject.getClass().getName());
  }
}
