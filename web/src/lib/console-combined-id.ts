/**
 * The UUID that stands for several together, in any order, and always the same for the same ones. A request that writes
 * a row for each member gives every row one of its own.
 */
export function combinedId(...ids: readonly string[]): string {
  const bits = ids.reduce((sum, id) => sum ^ BigInt(`0x${id.replaceAll('-', '')}`), 0n)
  const hex = bits.toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
