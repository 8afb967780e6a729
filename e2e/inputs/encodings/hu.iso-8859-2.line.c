/* A hajó reggel öt órakor indul a kikötõbõl. */
int main(void) { return 0; }
