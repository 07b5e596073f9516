import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUrlSigner } from './signed-url.ts'

const signer = createUrlSigner('a secret of at least thirty-two characters')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('opens one address for one purpose until it expires', async () => {
  const token = await signer.sign({ url: 'b/k.png', scope: 'download' }, 60)
  expect(await signer.verify(token, 'download', 'b/k.png')).toMatchObject({ url: 'b/k.png' })
  await expect(signer.verify(token, 'download', 'b/other.png')).rejects.toMatchObject({ code: 'InvalidSignature' })
  await expect(signer.verify(token, 'upload', 'b/k.png')).rejects.toMatchObject({ code: 'InvalidSignature' })
  await expect(signer.verify(null, 'download', 'b/k.png')).rejects.toMatchObject({ code: 'InvalidSignature' })
  vi.setSystemTime(Date.now() + 61_000)
  await expect(signer.verify(token, 'download', 'b/k.png')).rejects.toMatchObject({
    code: 'InvalidJWT',
    message: '"exp" claim timestamp check failed',
  })
})

it('refuses a token of another secret', async () => {
  const token = await createUrlSigner('another secret of thirty-two characters').sign(
    { url: 'b/k', scope: 'download' },
    60,
  )
  await expect(signer.verify(token, 'download', 'b/k')).rejects.toMatchObject({
    message: 'signature verification failed',
  })
})
