/* Skráin fannst ekki á şessum stağ. */
int main(void) { return 0; }
