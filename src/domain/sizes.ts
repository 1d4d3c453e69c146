/** In bytes, as limits in MB are counted. */
export const megabyte = 1024 * 1024;
