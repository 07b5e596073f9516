import type { Rng } from './rng.ts'

const BODY =
  'M24 124C30 112 44 100 62 88C84 70 112 52 148 48C196 43 250 62 300 86C318 94 330 98 342 98C356 90 374 70 394 56C398 72 388 96 380 108C388 122 398 150 392 168C372 154 354 132 342 124C320 128 296 140 270 152C230 170 160 178 110 166C70 158 40 146 24 124Z'
const TAIL = 'M342 98C356 90 374 70 394 56L400 112L392 168C372 154 354 132 342 124Z'

// back, flank, belly, fins, lines
const COATS = [
  ['#7A5A24', '#C8923A', '#F1D69A', '#8A5F22', '#4C3513'],
  ['#3F3A24', '#8A7B3C', '#DCCB8E', '#5B5127', '#2A2512'],
  ['#5A3A1E', '#A9642C', '#EBC08A', '#7A431D', '#3A220F'],
  ['#3B4438', '#7C8A6A', '#D6D9BC', '#55604A', '#23291F'],
  ['#6B4A2F', '#B98A5A', '#F3E0BF', '#8C6239', '#422C18'],
] as const
const GROUNDS = [
  ['#6F8B4A', '#55733A', '#9BB56C'],
  ['#8A8250', '#6E6739', '#B3AA72'],
  ['#5F7F58', '#466343', '#8AA97F'],
  ['#93794F', '#735D39', '#BBA274'],
] as const
const MATS = ['#1F2B2A', '#22324A', '#3A2A22', '#20382B'] as const

/** A carp on the mat as SVG, 1200 by 900: coat, scale pattern, mat, grass and angle depend on the generator. */
export function drawCarp(rng: Rng): string {
  const [back, flank, belly, fins, lines] = rng.pick(COATS)
  const [grass, dark, light] = rng.pick(GROUNDS)
  const blades = Array.from({ length: 260 }, (_, i) => {
    const [x, y] = [rng.int(0, 1200), rng.int(0, 900)]
    return `<path d="M${x} ${y}q${rng.int(-4, 4)} ${rng.int(-12, -5)} ${rng.int(-5, 5)} ${rng.int(-24, -10)}" stroke="${i % 2 ? dark : light}" stroke-width="2.2" fill="none" stroke-linecap="round"/>`
  }).join('')
  const scales = scalePattern(rng)
    .map(
      ([x, y, size, turn]) =>
        `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M-13 0C-13 -12.3 6.5 -12.3 13.6 0C6.5 12.3 -13 12.3 -13 0Z" fill="url(#s)" stroke="${lines}" stroke-opacity=".5" stroke-width="1.3"/><path d="M-5.8 -5.4C1.9 -5.2 6.5 -2.6 8 0C6.5 2.6 1.9 5.2 -5.8 5.4" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="1.1"/></g>`,
    )
    .join('')
  const drops = Array.from(
    { length: 26 },
    () =>
      `<circle cx="${rng.int(150, 1050)}" cy="${rng.int(230, 690)}" r="${1 + rng.next() * 2.6}" fill="#fff" opacity=".35"/>`,
  ).join('')
  const flip = rng.chance(0.5) ? 'translate(1200 0) scale(-1 1)' : ''
  const size = 2 + rng.next() * 0.3
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900"><defs>
<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop offset=".12" stop-color="${back}"/><stop offset=".52" stop-color="${flank}"/><stop offset=".92" stop-color="${belly}"/></linearGradient>
<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${flank}"/><stop offset="1" stop-color="${belly}"/></linearGradient></defs>
<rect width="1200" height="900" fill="${grass}"/>${blades}
<g transform="${flip} rotate(${rng.int(-12, 8)} 600 450)"><rect x="72" y="180" width="1056" height="558" rx="90" fill="${rng.pick(MATS)}"/><rect x="112" y="220" width="976" height="478" rx="62" fill="#fff" fill-opacity=".08" stroke="#fff" stroke-opacity=".25" stroke-width="3" stroke-dasharray="10 9"/>${drops}
<g transform="translate(${600 - 212 * size} ${450 - 112 * size}) scale(${size})">
<path d="M120 56C150 22 210 20 268 70L250 66C216 50 170 42 132 54Z" fill="${fins}"/>
<path d="M252 158C262 176 276 190 296 192C298 176 296 160 290 146Z" fill="${fins}"/><path d="M176 168C184 188 198 202 216 204C218 190 214 176 206 166Z" fill="${fins}"/>
<path d="${BODY}" fill="url(#b)"/><path d="${TAIL}" fill="${fins}"/>
<path d="M346 104L388 70M350 109L386 92M350 114L386 128M346 119L384 154" stroke="${lines}" stroke-opacity=".4" stroke-width="1.6"/>
<path d="M24 124C34 104 60 88 96 70C112 92 116 132 100 163C64 154 40 146 24 124Z" fill="${back}" opacity=".28"/>${scales}
<path d="M110 112C170 104 260 108 340 111" fill="none" stroke="${lines}" stroke-opacity=".35" stroke-width="1.6" stroke-dasharray="5 5"/>
<path d="M108 140C120 150 140 158 158 156C150 168 128 172 112 160C106 155 105 146 108 140Z" fill="${fins}"/>
<circle cx="66" cy="106" r="7.4" fill="${belly}"/><circle cx="66" cy="106" r="4.6" fill="#1A1206"/><circle cx="64.4" cy="104.2" r="1.5" fill="#fff"/>
<path d="M24 124C30 128 38 128 44 124" fill="none" stroke="${lines}" stroke-width="2.6" stroke-linecap="round"/><path d="M32 130C30 136 26 140 21 142M42 132C42 138 40 143 36 147" fill="none" stroke="${lines}" stroke-width="2.4" stroke-linecap="round"/>
</g></g></svg>`
}

/** Common (all over), linear, mirror (few and large) or leather (nearly none): x, y, size, angle of each scale. */
function scalePattern(rng: Rng): [number, number, number, number][] {
  const kind = rng.pick(['common', 'linear', 'mirror', 'mirror', 'leather'])
  if (kind === 'common')
    return Array.from({ length: 84 }, (_, i): [number, number, number, number] => {
      const [row, column] = [Math.floor(i / 14), i % 14]
      const x = 122 + column * 15.4 + (row % 2) * 7.7
      const spread = 1 - (x - 122) / 330
      return [x, 108 + (row - 2.5) * 17 * spread, 0.62 * (0.6 + 0.4 * spread), rng.int(-6, 6)]
    })
  const line = Array.from({ length: kind === 'leather' ? 4 : 11 }, (_, i): [number, number, number, number] => [
    118 + i * 20,
    76 + i * 3.4,
    1.05 - i * 0.05,
    -8 + i,
  ])
  if (kind === 'leather') return line
  const rest = Array.from(
    { length: kind === 'linear' ? 12 : rng.int(5, 11) },
    (_, i): [number, number, number, number] =>
      kind === 'linear'
        ? [116 + i * 18, 114 - i * 0.4, 0.9 - i * 0.03, 4]
        : [rng.int(122, 300), rng.int(108, 146), 0.6 + rng.next() * 0.7, rng.int(-14, 18)],
  )
  return [...line, ...rest]
}
