/** More than clients send: browsers name six types. */
const LONGEST = 1_000

/**
 * What a header such as Accept or Accept-Encoding names, in lower case, with its weight from 0 to 1 (RFC 9110, 12.4.2); a
 * weight that is no number counts as 0, a refusal. Written without regular expressions, whose time can grow with the
 * square of a run of spaces.
 */
export function weightsOf(header: string | string[] | undefined): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of String(header ?? '')
    .slice(0, LONGEST)
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  return weights
}
