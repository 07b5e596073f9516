import { randomUUID } from 'node:crypto'
import { holdAnswers } from './support/hold.ts'
import { skipWelcome } from './support/skip-welcome.ts'
import { expect, test } from './support/test.ts'

test('a referred guest sees who invited them, and the referral is pending for that member', async ({
  page,
  instance,
}) => {
  const host = await instance.register()
  const username = `guest_${randomUUID().slice(0, 8)}`
  await page.goto(`/register?ref=${host.id}`)
  await expect(page.getByText(`You are being referred by ${host.username}`)).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@bankside.test`)
  await page.getByLabel('Password', { exact: true }).fill('quiet-water')
  await page.getByRole('button', { name: 'Register' }).click()
  await skipWelcome(page)

  const { data } = await (await instance.signedIn(host)).from('referrals').select('referred_email, status')
  expect(data).toEqual([{ referred_email: `${username}@bankside.test`, status: 'pending' }])
})

for (const ref of [
  '<img src=x onerror=alert(1)>',
  'not-a-uuid',
  '5b0c8a5e-4f0e-4b64-9d55-5a1f0b6c2f11',
  'a'.repeat(3000),
])
  test(`a ref of ${ref.slice(0, 30)} shows no referrer and causes no error`, async ({ page }) => {
    await page.goto(`/register?ref=${encodeURIComponent(ref)}`)
    await expect(page.getByLabel('Username')).toBeVisible()
    await expect(page.getByText('You are being referred by')).toHaveCount(0)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  })

test('a taken username is reported before sending, and the input is kept', async ({ page, instance }) => {
  const taken = await instance.register()
  await page.goto('/register')
  await page.getByLabel('Username').fill(taken.username.toUpperCase())
  await page.getByLabel('Email').fill(`${randomUUID()}@bankside.test`)
  await page.getByLabel('Password', { exact: true }).fill('quiet-water')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Username is already taken')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(taken.username.toUpperCase())
  await expect(page).toHaveURL(/\/register$/)
})

for (const [what, twin, text] of [
  [
    'a name that looks like another',
    (name: string) => name.replace('angler', 'ang1er'),
    'This name looks too much like another member',
  ],
  [
    'a name with an invisible character',
    (name: string) => `${name}\u200b`,
    'Username cannot contain invisible characters',
  ],
  ['a name in two alphabets', (name: string) => name.replace('a', '\u0430'), 'Use letters of one alphabet only'],
  ['a name with an emoji', () => 'Finn 🎣', 'Use letters, digits, spaces and these signs only'],
] as const)
  test(`${what} is refused with its reason, and a plain one is then accepted`, async ({ page, instance }) => {
    const name = `angler ${randomUUID().slice(0, 8)}`
    await instance.register(name)
    await page.goto('/register')
    await page.getByLabel('Username').fill(twin(name))
    await page.getByLabel('Email').fill(`${randomUUID()}@bankside.test`)
    await page.getByLabel('Password', { exact: true }).fill('quiet-water')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page).toHaveURL(/\/register$/)
    await page.getByLabel('Username').fill(`plain ${randomUUID().slice(0, 8)}`)
    await page.getByRole('button', { name: 'Register' }).click()
    await skipWelcome(page)
  })

test('a password of five characters is too short', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill('short')
  await page.getByLabel('Email').fill(`${randomUUID()}@bankside.test`)
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
})

test('the button says Creating Account... while the request is running', async ({ page }) => {
  const username = `busy_${randomUUID().slice(0, 8)}`
  const release = await holdAnswers(page, '**/auth/v1/signup**')
  await page.goto('/register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@bankside.test`)
  await page.getByLabel('Password', { exact: true }).fill('quiet-water')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeVisible()
  release()
  await skipWelcome(page)
})

test.describe('when the service cannot be reached', () => {
  test.use({ expectedErrors: /Failed to load resource|signUp|register|fetch/i })

  test('an error is shown and the input is kept', async ({ page }) => {
    await page.route('**/auth/v1/signup**', (route) => route.abort())
    await page.goto('/register')
    await page.getByLabel('Username').fill(`gone_${randomUUID().slice(0, 8)}`)
    await page.getByLabel('Email').fill('gone@bankside.test')
    await page.getByLabel('Password', { exact: true }).fill('quiet-water')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('alert')).toContainText('An error occurred')
    await expect(page.getByLabel('Email')).toHaveValue('gone@bankside.test')
  })
})
