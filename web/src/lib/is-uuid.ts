const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a part of an address can be the key of a row; anything else cannot be found. */
export const isUuid = (text: string | undefined): text is string => text !== undefined && UUID.test(text)
