/** The file types that a file picker offers. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'
