/* £Ûdü odp≥ywa o úwicie z ma≥ego portu. */
int main(void) { return 0; }
