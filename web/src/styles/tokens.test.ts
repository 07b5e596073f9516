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

const accents = readFileSync(new URL('./accents.css', import.meta.url), 'utf8')
const ACCENTS = ['lake', 'info', 'gold']
/** What accents look like where: in one theme, on the surfaces or on a deep ground. */
const PLACES: readonly (readonly [where: string, accent: string, tokens: Record<string, string>])[] = ACCENTS.flatMap(
  (accent) => {
    const [light, onDeep, dark] = ['', ' :is(.on-deep, .on-photo)', '[data-theme="dark"]'].map((end) =>
      rule(accent, end),
    )
    return [
      ['light', accent, resolved({ ...LIGHT, ...light })],
      ['dark', accent, resolved({ ...DARK, ...light, ...dark })],
      ['on deep grounds, light', accent, resolved({ ...LIGHT, ...light, ...onDeep })],
      ['on deep grounds, dark', accent, resolved({ ...DARK, ...light, ...dark, ...onDeep })],
    ] as const
  },
)

it.each(PLACES)('reads well: %s, with the accent %s', (where, _, tokens) => {
  const pairs = where.startsWith('on deep')
    ? [
        ...['tip', 'tip-hover', 'tip-press'].map((ground) => ['on-tip', ground, TEXT] as const),
        ...['deep', 'deep-2'].map((ground) => ['tip', ground, EDGE] as const),
      ]
    : [
        ...PAIRS.filter(([ink, ground]) => ink.includes('tip') || ground.includes('tip')),
        ...SURFACES.map((ground) => ['tip', ground, EDGE] as const),
      ]
  expect(pairs.filter(([ink, ground, least]) => contrast(of(tokens, ink), of(tokens, ground)) < least)).toEqual([])
})

it('has the accents that the settings offer', () => {
  const settings = readFileSync(new URL('../features/console-settings/settings-schema.ts', import.meta.url), 'utf8')
  expect(settings).toContain(`z.enum(['tip', ${ACCENTS.map((accent) => `'${accent}'`).join(', ')}])`)
  expect([...new Set([...accents.matchAll(/data-accent="(\w+)"/g)].map(([, accent]) => accent))]).toEqual(ACCENTS)
})

/** The tokens that a rule of the accents sets, by the end of its selector. */
function rule(accent: string, end: string): Record<string, string> {
  const found = [...accents.matchAll(/([^{}]+)\{([^}]*)\}/g)].find(([, selectors = '']) =>
    selectors.split(/,\s*(?=\[)/).some((selector) => selector.trim().endsWith(`[data-accent="${accent}"]${end}`)),
  )
  return Object.fromEntries(
    [...(found?.[2] ?? '').matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

/** With the values of `var(--other)` in their place, short colours written out, and the shades that are mixed for all. */
function resolved(tokens: Record<string, string>): Record<string, string> {
  const entries = Object.entries(tokens).map(([name, value]) => {
    const hex = tokens[/^var\(--([\w-]+)\)$/.exec(value)?.[1] ?? ''] ?? value
    return [name, hex.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')] as const
  })
  const found = Object.fromEntries(entries)
  const [hover = NaN, press = NaN] = [/#fff (\d+)%/, /#000 (\d+)%/].map((share) => Number(share.exec(accents)?.[1]))
  return {
    ...found,
    'tip-hover': mixed(of(found, 'tip'), 255, hover / 100),
    'tip-press': mixed(of(found, 'tip'), 0, press / 100),
  }
}

/** A colour with a share of white (255) or black (0), in sRGB. */
function mixed(hex: string, other: number, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) * (1 - share) + other * share)
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

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
