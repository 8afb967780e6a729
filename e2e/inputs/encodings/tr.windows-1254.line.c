/* Gemi her sabah saat altıda limandan kalkıyor. */
int main(void) { return 0; }
