import { expect, it } from 'vitest'
import { routes as authRoutes } from './auth/routes/index.ts'
import { routeOf } from './http/metrics.ts'
import { ROUTES as storageRoutes } from './storage/service.ts'

const paths = [
  ...authRoutes.map(({ path }) => `/auth/v1${path}`),
  ...storageRoutes.map(({ path }) => `/storage/v1/${path}`),
]

it.each([...new Set(paths)])('metrics distinguish %s from other routes', (path) => {
  expect(routeOf(path)).toEqual({ service: path.split('/')[1], route: path.split('/')[3] })
})
