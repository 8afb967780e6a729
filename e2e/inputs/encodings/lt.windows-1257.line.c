/* Laivas iðplaukia ið uosto kiekvienà rytà ðeðtà valandà. */
int main(void) { return 0; }
