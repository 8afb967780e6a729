all:
	cc a.c  
