import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const LIGHT = colours(/:root \{([^}]*)\}/)
const DARK = { ...LIGHT, ...colours(/\n\[data-theme="dark"\] \{([^}]*)\}/) }
// Without the attribute the system's preference decides, and its block repeats the dark one.
const SYSTEM_DARK = { ...LIGHT, ...colours(/:root:not\(\[data-theme="light"\]\) \{([^}]*)\}/) }

/** WCAG 2.2, criterion 1.4.3: text. */
const TEXT = 4.5
/** WCAG 2.2, criterion 1.4.11: edges of fields, focus, symbols. */
const EDGE = 3

const SURFACES = ['bg', 'surface', 'surface-2'] as const
const PAIRS: readonly (readonly [ink: string, ground: string, least: number])[] = [
  ...SURFACES.flatMap((ground) => [
    ...['ink', 'ink-2', 'ink-3', 'lake-text', 'tip-text', 'danger-text'].map((ink) => [ink, ground, TEXT] as const),
    ...['line-strong', 'focus', 'lake'].map((edge) => [edge, ground, EDGE] as const),
  ]),
  ...['lake', 'lake-hover', 'lake-press'].map((ground) => ['on-lake', ground, TEXT] as const),
  ...['tip', 'tip-hover', 'tip-press'].map((ground) => ['on-tip', ground, TEXT] as const),
  ...['danger', 'danger-hover'].map((ground) => ['on-danger', ground, TEXT] as const),
  ...['deep', 'deep-2'].flatMap((ground) => [
    ['on-deep', ground, TEXT] as const,
    ['on-deep-2', ground, TEXT] as const,
    ['focus-on-deep', ground, EDGE] as const,
  ]),
  ['on-gold', 'gold', TEXT],
  ...['lake', 'tip', 'gold', 'success', 'warn', 'danger', 'info'].map(
    (kind) => [`${kind}-text`, `${kind}-soft`, TEXT] as const,
  ),
  ...['1', '2', '3', '4', '5'].map((n) => [`av-${n}-ink`, `av-${n}`, TEXT] as const),
]

for (const [theme, tokens] of Object.entries({ light: LIGHT, dark: DARK }))
  it(`reads well in the ${theme} theme, whichever tokens meet`, () => {
    const faint = PAIRS.filter(([ink, ground, least]) => contrast(of(tokens, ink), of(tokens, ground)) < least)
    expect(faint).toEqual([])
  })

it('has the same dark theme by choice and by the system’s preference', () => {
  expect(SYSTEM_DARK).toEqual(DARK)
})

it('knows how far black is from white, and grey from itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#777777')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

function colours(block: RegExp): Record<string, string> {
  const [, body = ''] = block.exec(sheet) ?? []
  return Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))
}

function of(tokens: Record<string, string>, name: string): string {
  const hex = tokens[name]
  if (!hex) throw new Error(`no token --${name}`)
  return hex
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
