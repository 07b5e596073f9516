/** Limits of one image. */
export const IMAGE_LIMITS = {
  /** Pixels according to the header, checked before anything is decoded. */
  pixels: 50_000_000,
  /** Memory of one picture that the decoder cannot read row by row. */
  heldBytes: 160_000_000,
  /** Scans of a JPEG: encoders write 10 to 20, previews in the metadata included. */
  scans: 50,
  /** Longest edge of a stored or rendered image, in pixels. */
  edge: 2048,
  /** Time for decoding and encoding together. */
  seconds: 10,
  workers: 2,
  /** Up to this size and quality a rendition is encoded for few bytes, above for little time: 0.6 s at most instead of 5. */
  thorough: { pixels: 1280 * 1024, quality: 85 },
  /** Renditions that may wait for their turn, and as many uploads. */
  waiting: 128,
  /**
   * Jobs that may wait when half of the places are taken: uploads of one account, or of the guests of one address, since
   * a profile has six photos, and renditions for one address, since a page has about as many new pictures.
   */
  waitingPerAccount: { upload: 6, rendition: 16 },
} as const
