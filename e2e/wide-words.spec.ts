import { randomUUID } from 'node:crypto'
import { expect, expectNoSidewaysScroll, test } from './support/test.ts'

const mark = randomUUID().slice(0, 6)
const names = [`${mark}${'W'.repeat(44)}`, `${mark} אבי הדייג הגדול 🎣🐟`, `${mark} 👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿 صياد`]
const VIEWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

test('very long, right-to-left and emoji names and huge numbers fit everywhere', async ({ page, instance, signIn }) => {
  test.setTimeout(120_000)
  const accounts = await Promise.all(names.map((name) => instance.register(name)))
  for (const account of accounts) {
    await instance.givePoints(account, 999_999_999, `${'Ω'.repeat(200)} ${account.username}`)
    const member = await instance.signedIn(account)
    await member
      .from('newsfeed_posts')
      .insert({ content: `${'x'.repeat(300)} ${account.username}` })
      .throwOnError()
  }
  const [first] = accounts
  if (!first) throw new Error('no account')
  await signIn(first)
  for (const viewport of VIEWS) {
    await page.setViewportSize(viewport)
    for (const [path, sees] of [
      ['/leaderboard', names],
      ['/newsfeed', names],
      [`/network?q=${mark}`, names.slice(1)],
      ['/dashboard', ['999,999,999']],
    ] as const) {
      await page.goto(path)
      for (const text of sees)
        await expect(page.getByText(text, { exact: false }).filter({ visible: true }).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  }
})

test('text at 200% loses nothing and reaches past no edge', async ({ page, instance, signIn }) => {
  test.setTimeout(120_000)
  const account = await instance.register()
  await instance.givePoints(account, 1250)
  const pages = ['/', '/newsfeed', '/games', '/dashboard']
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  await signIn(account)
  for (const viewport of VIEWS) {
    await page.setViewportSize(viewport)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main :is(h1,h2,h3,p,button,a,label,dt,dd)')]
          .filter((element) => {
            const style = getComputedStyle(element)
            const box = element.getBoundingClientRect()
            if (box.width < 2 || box.height < 2 || style.visibility === 'hidden') return false
            const hides = style.overflow !== 'visible' && style.textOverflow !== 'ellipsis'
            return (
              hides &&
              (element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 2)
            )
          })
          .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`),
      )
      expect(cut, `${path} at ${viewport.width}`).toEqual([])
    }
  }
})
