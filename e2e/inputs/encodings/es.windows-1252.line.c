/* La mañana comenzó con niebla en el puerto. */
int main(void) { return 0; }
