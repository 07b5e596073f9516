import type { Game } from '../../data/games/game.ts'

export type Verification =
  | { outcome: 'matches' | 'differs'; text: string; hash: string }
  /** Browsers provide hashing on secure pages only. */
  | { outcome: 'unavailable'; text: string }

/** The text whose hash was published before the first entry; null while part of it is still sealed. */
export function sealedText({ id, unit, seal }: Pick<Game, 'id' | 'unit' | 'seal'>): string | null {
  const answer = seal.square !== null ? `${seal.square}` : seal.weight !== null ? `${seal.weight} ${unit}` : null
  return answer !== null && seal.salt !== null ? `${id}:${answer}:${seal.salt}` : null
}

/** Hashes the text with SHA-256 in the browser and compares it with the published commitment. */
export async function verifyText(
  text: string,
  commitment: string,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<Verification> {
  if (!subtle) return { outcome: 'unavailable', text }
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { outcome: hash === commitment ? 'matches' : 'differs', text, hash }
}
