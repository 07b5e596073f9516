// Pictures for the README and for the installation, taken from a running demo instance:
//   npm run demo && npm start   and beside it   node scripts/screenshots.mjs http://127.0.0.1:3000
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './lib/chromium.mjs'
import { root } from './lib/env.mjs'

const site = process.argv[2] ?? 'http://127.0.0.1:3000'
const PASSWORD = 'tight lines'
/** The pictures of the README: a page, and the member of the demo who views it. */
const SHEETS = {
  landing: { address: '/', email: undefined },
  leaderboard: { address: '/leaderboard', email: 'tom@bankside.test' },
  newsfeed: { address: '/newsfeed', email: 'tom@bankside.test' },
  games: { address: '/games', email: 'tom@bankside.test' },
  console: { address: '/admin', email: 'admin@bankside.test' },
}
/** The pictures that a browser shows when it asks whether to install the app (`screenshots` in app.webmanifest). */
const OF_INSTALLATION = ['newsfeed', 'games', 'leaderboard']
const LAPTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** Height of every picture in the sheet, in pixels. */
const HEIGHT = 800
const GAP = 24
/** Width of a stored sheet, in pixels: sharp in a README, small in the repository. */
const WIDTH = 1200

const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })

/** A PNG of one page as a member of the demo, or a guest, sees it. */
async function shoot({ address, email }, viewport, colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB', timezoneId: 'Europe/London' })
  try {
    const page = await context.newPage()
    if (email) {
      await page.goto(`${site}/login`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.waitForURL('**/profile')
    }
    await page.goto(`${site}${address}`)
    await page.waitForLoadState('networkidle')
    return await page.screenshot({ animations: 'disabled' })
  } finally {
    await context.close()
  }
}

/** A laptop in the light theme beside a phone in the dark one. */
async function sheet(name) {
  const seen = SHEETS[name]
  if (!seen) throw new Error(`no picture "${name}": there are ${Object.keys(SHEETS).join(', ')}`)
  const [laptop, phone] = await Promise.all([
    shoot(seen, LAPTOP, 'light').then((png) =>
      sharp(png).resize({ height: HEIGHT }).toBuffer({ resolveWithObject: true }),
    ),
    shoot(seen, PHONE, 'dark').then((png) =>
      sharp(png).resize({ height: HEIGHT }).toBuffer({ resolveWithObject: true }),
    ),
  ])
  const width = laptop.info.width + GAP + phone.info.width
  const file = path.join(root, 'docs/images', `${name}.webp`)
  const both = await sharp({ create: { width, height: HEIGHT, channels: 4, background: '#0000' } })
    .composite([
      { input: laptop.data, left: 0, top: 0 },
      { input: phone.data, left: laptop.info.width + GAP, top: 0 },
    ])
    .png()
    .toBuffer()
  await sharp(both).resize({ width: WIDTH }).webp({ quality: 80 }).toFile(file)
  console.log(file)
}

/** A page at the width of a phone and of a laptop, in the light theme. */
async function ofInstallation(name) {
  for (const [form, viewport] of Object.entries({ narrow: PHONE, wide: LAPTOP })) {
    const file = path.join(root, 'web/public/screenshots', `${name}-${form}.webp`)
    await sharp(await shoot(SHEETS[name], viewport, 'light'))
      .webp({ quality: 72 })
      .toFile(file)
    console.log(file)
  }
}

try {
  for (const folder of ['docs/images', 'web/public/screenshots'])
    mkdirSync(path.join(root, folder), { recursive: true })
  const wanted = process.argv.slice(3)
  for (const name of OF_INSTALLATION) if (!wanted.length || wanted.includes(name)) await ofInstallation(name)
  for (const name of wanted.length ? wanted : Object.keys(SHEETS)) await sheet(name)
} finally {
  await browser.close()
}
