const SQUARES = 100
// The largest multiple of a hundred in a byte: larger bytes would make some squares more likely than others.
const FAIR_BELOW = Math.floor(256 / SQUARES) * SQUARES

/** A square from 1 to 100, uniformly distributed, from the browser's cryptographic randomness. */
export function drawSquare(randomBytes: (bytes: Uint8Array<ArrayBuffer>) => void = fill): number {
  const bytes = new Uint8Array(16)
  for (;;) {
    randomBytes(bytes)
    const fair = bytes.find((byte) => byte < FAIR_BELOW)
    if (fair !== undefined) return (fair % SQUARES) + 1
  }
}

const fill = (bytes: Uint8Array<ArrayBuffer>): void => {
  crypto.getRandomValues(bytes)
}
