/** Limits of one image. */
export const IMAGE_LIMITS = {
  /** Pixels according to the header, checked before anything is decoded. */
  pixels: 50_000_000,
  /** Longest edge of a stored or rendered image, in pixels. */
  edge: 2048,
  /** Time for decoding and encoding together. */
  seconds: 10,
  workers: 2,
  waiting: 128,
} as const
