import type { Locator, Page } from '@playwright/test'
import { signInAt } from './support/crew.ts'
import { VISITORS, type Visitor } from './support/demo-screens.ts'
import { test } from './support/demo-site.ts'
import { Instance } from './support/instance.ts'
import { expect } from './support/test.ts'

// In one worker, with one club.
test.describe.configure({ mode: 'default' })

interface Lines {
  border: string
  outline: string
  /** A background that the device did not replace. */
  fill: string
}

/** The lines of an element, or of its `::before` or `::after`, as they are drawn. */
const lines = (element: Locator, part?: '::before' | '::after'): Promise<Lines> =>
  element.evaluate((node, part) => {
    const style = getComputedStyle(node, part)
    const line = (width: string, kind: string, colour: string) =>
      kind === 'none' || width === '0px' ? '' : `${width} ${kind} ${colour}`
    return {
      border: line(style.borderTopWidth, style.borderTopStyle, style.borderTopColor),
      outline: line(style.outlineWidth, style.outlineStyle, style.outlineColor),
      fill: style.forcedColorAdjust === 'none' ? style.backgroundColor : '',
    }
  }, part)

/** One of the device's colours as the browser draws it. */
const systemColour = (page: Page, name: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = `forced-color-adjust: none; color: ${name}`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)

test.describe('with forced colours', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const visit = async (page: Page, visitor: Visitor, address: string) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const account = VISITORS[visitor]
    if (account) await signInAt(page, account)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return systemColour(page, 'Highlight')
  }

  test('the chosen tab has a border, and with the focus an outline as well', async ({ page }) => {
    const highlight = await visit(page, 'tom', '/leaderboard')
    const tabs = page.getByRole('tab')
    const chosen = tabs.and(page.locator('[aria-selected="true"]'))
    const other = tabs.and(page.locator('[aria-selected="false"]')).first()
    expect(await lines(chosen)).toEqual({ border: `3px solid ${highlight}`, outline: '', fill: '' })
    expect(await lines(other)).toEqual({ border: '', outline: '', fill: '' })
    await other.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAttribute('aria-selected', 'true')
    expect(await lines(focused)).toMatchObject({
      border: `3px solid ${highlight}`,
      outline: `3px solid ${highlight}`,
    })
  })

  test('the marks of the current page are filled, in the tab bar and in the bar at the top', async ({ page }) => {
    const highlight = await visit(page, 'tom', '/leaderboard')
    const here = page.locator('.tabbar [aria-current]')
    expect((await lines(here, '::before')).fill).toBe(highlight)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect((await lines(page.locator('.main-nav [aria-current]'), '::after')).fill).toBe(highlight)
  })

  test('the own row of the ranking has a border that no other row has', async ({ page }) => {
    const highlight = await visit(page, 'tom', '/leaderboard')
    const rows = page.getByRole('list', { name: 'Ranking from fourth place' }).getByRole('listitem')
    const own = rows.filter({ has: page.getByText('You', { exact: true }) })
    expect((await lines(own)).border).toBe(`3px solid ${highlight}`)
    expect((await lines(rows.filter({ hasNot: page.getByText('You', { exact: true }) }).first())).border).not.toContain(
      '3px',
    )
  })

  test('a chosen reaction has a border, and an outline while it has the focus', async ({ page }) => {
    const highlight = await visit(page, 'tom', '/newsfeed')
    const post = page.getByRole('article').first()
    const reaction = post.locator('button[aria-pressed]').first()
    if ((await reaction.getAttribute('aria-pressed')) === 'false') await reaction.click()
    await expect(reaction).toHaveAttribute('aria-pressed', 'true')
    expect((await lines(reaction)).border).toBe(`2px solid ${highlight}`)
    await reaction.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(reaction).toBeFocused()
    expect(await lines(reaction)).toMatchObject({
      border: `2px solid ${highlight}`,
      outline: `3px solid ${highlight}`,
    })
  })

  test('the chosen swim has a border that other swims do not have; the chip in use is marked', async ({ page }) => {
    const highlight = await visit(page, 'finn', '/games')
    expect((await lines(page.locator('a[aria-current="true"]').first())).border).toBe(`3px solid ${highlight}`)
    const board = page.getByRole('grid').and(page.locator(':not([aria-readonly="true"])')).first()
    const square = board.getByRole('gridcell').nth(46)
    await square.click()
    await expect(square).toHaveAttribute('aria-selected', 'true')
    expect((await lines(square)).border).toBe(`3px solid ${highlight}`)
    expect((await lines(board.getByRole('gridcell').nth(11))).border).not.toContain(highlight)
  })

  test('progress has a fill and a line', async ({ page }) => {
    const highlight = await visit(page, 'tom', '/dashboard')
    const bar = page.getByRole('img', { name: /completed, .* pending/ }).locator('i')
    expect((await lines(bar.first())).fill).toBe(highlight)
    expect((await lines(bar.first())).border).toContain('2px solid')
  })

  test('unread notifications, the chosen filter and the bell of the page itself are marked', async ({ page }) => {
    const highlight = await visit(page, 'tom', '/notifications')
    const chips = page.getByRole('group', { name: 'Show' }).getByRole('button')
    expect((await lines(chips.and(page.locator('[aria-pressed="true"]')))).border).toBe(`3px solid ${highlight}`)
    expect((await lines(chips.and(page.locator('[aria-pressed="false"]')).first())).border).not.toContain('3px')
    const rows = page.getByRole('main').getByRole('listitem').getByRole('link')
    const unread = rows.filter({ hasText: 'Unread.' }).first()
    expect((await lines(unread, '::before')).fill).toBe(highlight)
    // As high as the row.
    expect(await unread.evaluate((row) => Number.parseFloat(getComputedStyle(row, '::before').height))).toBeGreaterThan(
      60,
    )
    const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
    await expect(bell).toHaveAttribute('aria-current', 'page')
    expect((await lines(bell)).border).toBe(`2px solid ${highlight}`)
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await expect(rows.filter({ hasText: 'Unread.' })).toHaveCount(0)
    expect((await lines(rows.first(), '::before')).fill).toBe('')
  })

  test('the comment that an address leads to has an outline', async ({ page }) => {
    const highlight = await visit(page, 'tom', '/newsfeed')
    await page
      .getByRole('article')
      .getByRole('button', { name: /^All \d+ comments/ })
      .first()
      .click()
    const first = page.locator('[id^="comment-"]').first()
    const path = await first
      .locator('xpath=ancestor::article')
      .locator('a[href^="/newsfeed/"]')
      .first()
      .getAttribute('href')
    await page.goto(`${path}#${await first.getAttribute('id')}`)
    const comments = page.locator('[id^="comment-"] > :nth-child(2)')
    await expect(first).toBeFocused()
    await first.evaluate((comment) => comment.blur())
    expect((await lines(comments.first())).outline).toBe(`2px solid ${highlight}`)
    expect((await lines(comments.nth(1))).outline).toBe('')
  })

  test('the console marks the view and the decision on a report, and draws its bars', async ({ page, site }) => {
    const instance = new Instance(site.url)
    const finn = await instance.signedIn(VISITORS.finn)
    const { data: post } = await finn
      .from('newsfeed_posts')
      .select('id')
      .neq('user_id', (await finn.auth.getUser()).data.user?.id ?? '')
      .limit(1)
      .single()
      .throwOnError()
    await finn.rpc('send_report', { kind: 'post', subject_id: post.id, reason: 'abuse' }).throwOnError()
    await page.setViewportSize({ width: 1280, height: 800 })
    const highlight = await visit(page, 'admin', '/admin/moderation')
    const views = page.getByRole('navigation', { name: 'Views' }).getByRole('button')
    const ground = await systemColour(page, 'Canvas')
    const foot = (button: Locator) => button.evaluate((node) => getComputedStyle(node).borderBottomColor)
    expect(await foot(views.and(page.locator('[aria-current]')))).toBe(highlight)
    expect(await foot(views.and(page.locator(':not([aria-current])')).first())).toBe(ground)
    await page.getByRole('row').nth(1).getByRole('button').first().click()
    await page.getByRole('group', { name: 'Decision' }).getByRole('button', { name: /^Warn/ }).click()
    const decisions = page.getByRole('group', { name: 'Decision' }).getByRole('button')
    expect((await lines(decisions.and(page.locator('[aria-pressed="true"]')))).border).toBe(`3px solid ${highlight}`)
    expect((await lines(page.getByRole('row').nth(1))).outline).toBe(`3px solid ${highlight}`)
    await page.goto('/admin')
    const bars = page.getByRole('main').locator('[style*="inline-size"]')
    expect((await lines(bars.first())).fill).toBe(highlight)
  })

  test('a check box is drawn by the browser, which knows the colours', async ({ page }) => {
    await visit(page, 'admin', '/newsfeed')
    await page.getByRole('textbox', { name: 'Write a post' }).click()
    const box = page.getByRole('checkbox', { name: 'Announcement' })
    expect(await box.evaluate((input) => getComputedStyle(input).appearance)).toBe('auto')
  })

  test('the console marks its section and the chosen kind of game', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const highlight = await visit(page, 'admin', '/admin/games')
    const section = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: /^Games/ })
    expect((await lines(section, '::before')).fill).toBe(highlight)
    await page.getByRole('link', { name: 'Add Game' }).click()
    await page.getByRole('radio', { name: /Pick a Swim/i }).click()
    expect((await lines(page.getByRole('radio', { checked: true }).first())).border).toBe(`3px solid ${highlight}`)
    expect((await lines(page.getByRole('radio', { checked: false }).first())).border).not.toContain('3px')
  })
})

/** The contrast of two colours by WCAG: 1 to 21. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
    // color-mix() is computed as color(srgb r g b), each from 0 to 1.
    const unit = colour.startsWith('color(') ? 1 : 255
    const [r = 0, g = 0, b = 0] = channels.map((channel) => {
      const share = channel / unit
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`with more contrast, lines and secondary text are stronger, ${colorScheme}`, async ({ page }) => {
    const measure = async () => {
      const [text, line, ground] = await page.evaluate(() => {
        const colour = (property: string) => {
          const probe = document.body.appendChild(document.createElement('i'))
          probe.style.color = `var(${property})`
          const { color } = getComputedStyle(probe)
          probe.remove()
          return color
        }
        return [colour('--ink-3'), colour('--line'), colour('--surface')]
      })
      return { text: contrast(text ?? '', ground ?? ''), line: contrast(line ?? '', ground ?? '') }
    }
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const usual = await measure()
    await page.emulateMedia({ colorScheme, contrast: 'more' })
    const stronger = await measure()
    expect(stronger.text).toBeGreaterThan(Math.max(9, usual.text + 2))
    expect(usual.line).toBeLessThan(2)
    expect(stronger.line).toBeGreaterThan(4.5)
  })
