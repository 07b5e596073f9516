/** Placeholder for the member's ID in an address that is built before the member is known. */
export const ME = '$'
