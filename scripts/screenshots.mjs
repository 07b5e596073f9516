// Pictures for the README, taken from a running demo instance:
//   npm run demo && npm start   and beside it   node scripts/screenshots.mjs http://127.0.0.1:3000
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './lib/chromium.mjs'
import { root } from './lib/env.mjs'

const site = process.argv[2] ?? 'http://127.0.0.1:3000'
const member = { email: 'tom@bankside.test', password: 'tight lines' }
const LAPTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** Height of every picture in the sheet, in pixels. */
const HEIGHT = 800
const GAP = 24

const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })

/** A PNG of one page as the demo's busy member sees it. */
async function shoot(address, viewport, colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB', timezoneId: 'Europe/London' })
  try {
    const page = await context.newPage()
    await page.goto(`${site}/login`)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/profile')
    await page.goto(`${site}${address}`)
    await page.waitForLoadState('networkidle')
    return await page.screenshot({ animations: 'disabled' })
  } finally {
    await context.close()
  }
}

/** A laptop in the light theme beside a phone in the dark one. */
async function sheet(name, address) {
  const [laptop, phone] = await Promise.all([
    shoot(address, LAPTOP, 'light').then((png) =>
      sharp(png).resize({ height: HEIGHT }).toBuffer({ resolveWithObject: true }),
    ),
    shoot(address, PHONE, 'dark').then((png) =>
      sharp(png).resize({ height: HEIGHT }).toBuffer({ resolveWithObject: true }),
    ),
  ])
  const width = laptop.info.width + GAP + phone.info.width
  const file = path.join(root, 'docs/images', `${name}.webp`)
  await sharp({ create: { width, height: HEIGHT, channels: 4, background: '#0000' } })
    .composite([
      { input: laptop.data, left: 0, top: 0 },
      { input: phone.data, left: laptop.info.width + GAP, top: 0 },
    ])
    .webp({ quality: 82 })
    .toFile(file)
  console.log(file)
}

try {
  mkdirSync(path.join(root, 'docs/images'), { recursive: true })
  const wanted = process.argv.slice(3)
  for (const screen of wanted.length ? wanted : ['leaderboard', 'newsfeed', 'games']) await sheet(screen, `/${screen}`)
} finally {
  await browser.close()
}
