/** What one image may cost. */
export const IMAGE_LIMITS = {
  /** Pixels of the header, checked before anything is decoded. */
  pixels: 50_000_000,
  /** Longest edge of what is stored or rendered, in pixels. */
  edge: 2048,
  /** Decoding and encoding together. */
  seconds: 10,
  workers: 2,
  waiting: 128,
} as const
