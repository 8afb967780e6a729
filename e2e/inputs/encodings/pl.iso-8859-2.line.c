/* £ód¼ odp³ywa o ¶wicie z ma³ego portu. */
int main(void) { return 0; }
