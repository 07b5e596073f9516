const both = (value: number) => [value >> 8, value & 0xff]

/** The beginning of a JPEG file that says how large its picture is, in pixels; there is no picture in it. */
export const jpegHead = (width = 4, height = 3): number[] => [
  ...[0xff, 0xd8, 0xff, 0xc0],
  ...both(17),
  8,
  ...both(height),
  ...both(width),
]
