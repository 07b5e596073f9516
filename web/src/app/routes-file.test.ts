import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('gives the engine every address of the app, and no other', () => {
  const inRouter = [...read('router.tsx').matchAll(/<Route path="([^"*]+(?:\/\*)?)"/g)].map(([, path]) => `/${path}`)
  // The landing page has no path.
  expect(JSON.parse(read('../../public/routes.json')).toSorted()).toEqual(['/', ...inRouter].toSorted())
})
