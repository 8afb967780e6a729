/* Båten går över sjön på måndag. */
int main(void) { return 0; }
