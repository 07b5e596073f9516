import { expect, type Locator, type Page } from '@playwright/test'
import type { Instance } from './instance.ts'

/** The sections of the console by their path below `/admin`; '' is the index. */
export const SECTIONS = [
  '',
  'content',
  'users',
  'badges',
  'points',
  'referrals',
  'invitations',
  'prizes',
  'claims',
  'games',
  'records',
  'cards',
  'videos',
  'newsfeed',
  'moderation',
  'audit',
  'settings',
]

type SignIn = (account: { email: string; password: string }) => Promise<void>

/**
 * Signs in as the first administrator and opens a section of the console.
 * @param section its path below `/admin`; '' is the index.
 * @param heading the text of the section's `h1`.
 */
export async function openConsole(
  { page, signIn, instance }: { page: Page; signIn: SignIn; instance: Instance },
  section: string,
  heading: string,
): Promise<void> {
  await signIn(instance.bailiff)
  await page.goto(`/admin${section && `/${section}`}`)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** A section's link in the sidebar, with or without the number of things that wait there. */
export function sectionLink(page: Page, name: string): Locator {
  const link = new RegExp(`^${name}( [\\d,]+ waiting)?$`)
  return page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: link })
}

/** A view of a list by its name, with or without the number of its rows. */
export function viewOf(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: new RegExp(`^${name}\\s?[\\d,]*$`) })
}

/**
 * Makes matching calls fail as on a broken server.
 * @param method only calls with this method; all of them by default.
 * @returns a function that lets them succeed again.
 */
export async function failCalls(page: Page, pattern: string, method?: string): Promise<() => Promise<void>> {
  await page.route(pattern, (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback()
    return route.fulfill({ status: 500, json: { code: 'XX000', message: 'the lake is closed' } })
  })
  return () => page.unroute(pattern)
}

/** The open dialog with that title. */
export function dialog(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}
