import type { ComponentType } from 'react'

/** A place or an act that the palette leads to. */
export interface PaletteEntry {
  label: string
  /** More about it, in grey. */
  detail?: string
  to: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>
  /** Keys that lead there without the palette. */
  keys?: string
}

export interface PaletteGroup {
  name: string
  entries: readonly PaletteEntry[]
}

/** Entries of one group at most. */
export const PALETTE_HITS = 5

/** The entries whose names contain the text, those that begin with it first. */
export function matching(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = text.toLowerCase()
  const at = ({ label }: PaletteEntry) => label.toLowerCase().indexOf(wanted)
  return entries
    .filter((entry) => at(entry) >= 0)
    .sort((one, other) => Number(at(one) > 0) - Number(at(other) > 0))
    .slice(0, PALETTE_HITS)
}

/** A name in three parts: before, inside and after the first place where the text is found. */
export function partsOf(label: string, text: string): [before: string, found: string, after: string] {
  const at = text === '' ? -1 : label.toLowerCase().indexOf(text.toLowerCase())
  // Lower case may have another length, such as that of İ.
  if (at < 0 || label.toLowerCase().length !== label.length) return [label, '', '']
  return [label.slice(0, at), label.slice(at, at + text.length), label.slice(at + text.length)]
}
