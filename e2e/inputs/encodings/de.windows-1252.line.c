/* Die Fähre fährt täglich um fünf Uhr früh über den Fluss. */
int main(void) { return 0; }
