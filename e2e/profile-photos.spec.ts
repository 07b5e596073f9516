import sharp from 'sharp'
import { failCalls } from './support/console.ts'
import { expect, test } from './support/test.ts'

/** A picture with noise, so that its size in bytes follows from its size in pixels. */
const picture = (edge: number) =>
  sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: '#2f7d5b',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

test('a member adds a fishing photo, sees the count, and deletes it after a confirmation', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Fishing photos' })
  await expect(section.getByText('0/6')).toBeVisible()
  await page.getByLabel('Fishing photo', { exact: true }).setInputFiles({
    name: 'swim.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(400).jpeg().toBuffer(),
  })
  await expect(page.getByText('Fishing photo added successfully!')).toBeVisible()
  await expect(section.getByText('1/6')).toBeVisible()
  await expect(section.getByRole('img', { name: 'Fishing photo 1' })).toBeVisible()

  await section.getByRole('button', { name: 'Delete fishing photo 1' }).click()
  await expect(page.getByText('Are you sure you want to delete this photo?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Photo deleted successfully!')).toBeVisible()
  await expect(section.getByText('0/6')).toBeVisible()
  const { data } = await (await instance.signedIn(account)).storage.from('fishing-photos').list(account.id)
  expect(data).toEqual([])
})

test('a member crops a picture square for an avatar', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/profile')
  await page.getByLabel('Avatar', { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await picture(300).png().toBuffer(),
  })
  await page.getByRole('button', { name: 'Save avatar' }).click()
  await expect(page.getByText('Avatar updated successfully!')).toBeVisible()
  const member = await instance.signedIn(account)
  const { data } = await member.from('profiles').select('avatar_url').eq('id', account.id).single()
  expect(data?.avatar_url).toContain(`/avatars/${account.id}/`)
})

test('a file that is not a picture is refused with the specified message', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  await page.getByLabel('Fishing photo', { exact: true }).setInputFiles({
    name: 'swim.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await expect(page.getByRole('alert')).toContainText('Invalid file type. Please upload a JPEG, PNG, or WebP image.')
})

test('a picture of more than 5 MB is refused, and can be shrunk and sent', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  const buffer = await picture(1600).png({ compressionLevel: 0 }).toBuffer()
  expect(buffer.byteLength).toBeGreaterThan(5 * 1024 * 1024)
  await page
    .getByLabel('Fishing photo', { exact: true })
    .setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('alert')).toContainText('File too large. Maximum size is 5MB.')
  await page.setViewportSize({ width: 390, height: 844 })
  // Not squeezed beside the buttons.
  const text = page.getByRole('alert').getByText('File too large. Maximum size is 5MB.')
  expect((await text.boundingBox())?.width).toBeGreaterThan(150)
  await page.getByRole('button', { name: 'Shrink and retry' }).click()
  await expect(page.getByText('Fishing photo added successfully!')).toBeVisible()
})

test.describe('when the upload fails', () => {
  test.use({ expectedErrors: /Failed to load resource|upload/i })

  test('it is reported, and a retry sends the same photo', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/profile')
    const mend = await failCalls(page, '**/storage/v1/object/fishing-photos/**')
    await page.getByLabel('Fishing photo', { exact: true }).setInputFiles({
      name: 'swim.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture(200).jpeg().toBuffer(),
    })
    await expect(page.getByRole('alert')).toContainText('Failed to upload fishing photo')
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Fishing photo added successfully!')).toBeVisible()
  })
})
