/* arpa/inet.h */

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

__UINT16_TYPE__ htons(__UINT16_TYPE__ x) {
	return x % 256 * 256 + x / 256;
}

__UINT16_TYPE__ ntohs(__UINT16_TYPE__ x) {
	return x % 256 * 256 + x / 256;
}

static __UINT32_TYPE__ swap(__UINT32_TYPE__ x) {
	return x % 256 * 16777216 + x / 256 % 256 * 65536 + x / 65536 % 256 * 256 + x / 16777216;
}

__UINT32_TYPE__ htonl(__UINT32_TYPE__ x) {
	return swap(x);
}

__UINT32_TYPE__ ntohl(__UINT32_TYPE__ x) {
	return swap(x);
}

#else

__UINT16_TYPE__ htons(__UINT16_TYPE__ x) {
	return x;
}

__UINT16_TYPE__ ntohs(__UINT16_TYPE__ x) {
	return x;
}

__UINT32_TYPE__ htonl(__UINT32_TYPE__ x) {
	return x;
}

__UINT32_TYPE__ ntohl(__UINT32_TYPE__ x) {
	return x;
}

#endif
