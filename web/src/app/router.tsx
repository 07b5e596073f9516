import type { RouteObject } from 'react-router'
import { Spinner } from '../components/feedback/spinner.tsx'
import { AdminsOnly, GuestsOnly, MembersOnly } from './guards/guards.tsx'
import type { RouteHandle } from './route-handle.ts'
import { CrashPage } from './routes/crash.tsx'
import { RootLayout } from './routes/root-layout.tsx'
import { ShellLayout } from './routes/shell-layout.tsx'

/** Every address of the app. Pages load when they are first needed. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: CrashPage,
    HydrateFallback: () => <Spinner page />,
    children: [
      {
        Component: ShellLayout,
        children: [
          { index: true, handle: { over: true } satisfies RouteHandle, lazy: () => import('./routes/landing.tsx') },
          { path: 'leaderboard', lazy: () => import('./routes/leaderboard.tsx') },
          {
            Component: MembersOnly,
            children: [
              { path: 'dashboard', lazy: () => import('./routes/dashboard.tsx') },
              { path: 'games', lazy: () => import('./routes/games.tsx') },
              { path: 'live', lazy: () => import('./routes/live.tsx') },
              { path: 'network', lazy: () => import('./routes/network.tsx') },
              { path: 'newsfeed', lazy: () => import('./routes/newsfeed.tsx') },
              { path: 'profile', lazy: () => import('./routes/profile.tsx') },
              { path: 'prizes/claim/:awardId', lazy: () => import('./routes/prize-claim.tsx') },
            ],
          },
          {
            path: 'admin',
            Component: AdminsOnly,
            handle: { noFooter: true } satisfies RouteHandle,
            children: [
              {
                lazy: () => import('./routes/admin/console-layout.tsx'),
                children: [
                  { index: true, lazy: () => import('./routes/admin/console-section.tsx') },
                  { path: ':section', lazy: () => import('./routes/admin/console-section.tsx') },
                ],
              },
            ],
          },
          { path: '*', lazy: () => import('./routes/not-found.tsx') },
        ],
      },
      {
        Component: GuestsOnly,
        children: [
          { path: 'login', lazy: () => import('./routes/login.tsx') },
          { path: 'register', lazy: () => import('./routes/register.tsx') },
        ],
      },
      { path: 'forgot-password', lazy: () => import('./routes/forgot-password.tsx') },
      { path: 'reset-password', lazy: () => import('./routes/reset-password.tsx') },
    ],
  },
]
