import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router'
import { NotFound } from '../../../components/single/not-found.tsx'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import { Component as ConsoleLayout } from './console-layout.tsx'
import { adminPlaces, home } from './console-sections.ts'
import { ForAdmins } from './for-admins.tsx'

/** A page of the console; every route file exports `Component`. */
const page = (load: () => Promise<{ Component: ComponentType }>) =>
  lazy(async () => ({ default: (await load()).Component }))

const ConsoleHome = page(() => import('./home.tsx'))
const ModeratorHome = page(() => import('./moderator-home.tsx'))
const ConsoleSiteSettings = page(() => import('./site-settings.tsx'))
const ConsoleContent = page(() => import('./content.tsx'))
const ConsoleUsers = page(() => import('./users.tsx'))
const ConsoleBadges = page(() => import('./badges.tsx'))
const ConsolePoints = page(() => import('./points.tsx'))
const ConsoleReferrals = page(() => import('./referrals.tsx'))
const ConsoleInvitations = page(() => import('./invitations.tsx'))
const ConsolePrizes = page(() => import('./prizes.tsx'))
const ConsoleClaims = page(() => import('./claims.tsx'))
const ConsoleGames = page(() => import('./games.tsx'))
const ConsoleCards = page(() => import('./cards.tsx'))
const ConsoleVideos = page(() => import('./videos.tsx'))
const ConsoleNewsfeed = page(() => import('./newsfeed.tsx'))
const ConsoleRecords = page(() => import('./records.tsx'))
const ConsoleModeration = page(() => import('./moderation.tsx'))
const ConsoleAudit = page(() => import('./audit.tsx'))

const adminSections = adminPlaces.groups.flatMap(({ sections }) => sections)

/** Every address of the console, below `/admin`. A moderator has four of them. */
export function Component() {
  const isModerator = useIsModerator()
  if (isModerator)
    return (
      <Routes>
        <Route element={<ConsoleLayout />}>
          <Route index element={<ModeratorHome />} />
          <Route path="users" element={<ConsoleUsers />} />
          <Route path="records" element={<ConsoleRecords />} />
          <Route path="moderation" element={<ConsoleModeration />} />
          {adminSections.map(({ to, label }) => (
            <Route key={to} path={to.slice(home.to.length + 1)} element={<ForAdmins section={label} />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    )
  return (
    <Routes>
      <Route element={<ConsoleLayout />}>
        <Route index element={<ConsoleHome />} />
        <Route path="settings" element={<ConsoleSiteSettings />} />
        <Route path="content" element={<ConsoleContent />} />
        <Route path="users" element={<ConsoleUsers />} />
        <Route path="badges" element={<ConsoleBadges />} />
        <Route path="points" element={<ConsolePoints />} />
        <Route path="referrals" element={<ConsoleReferrals />} />
        <Route path="invitations" element={<ConsoleInvitations />} />
        <Route path="prizes" element={<ConsolePrizes />} />
        <Route path="claims" element={<ConsoleClaims />} />
        <Route path="games" element={<ConsoleGames />} />
        <Route path="cards" element={<ConsoleCards />} />
        <Route path="videos" element={<ConsoleVideos />} />
        <Route path="newsfeed" element={<ConsoleNewsfeed />} />
        <Route path="records" element={<ConsoleRecords />} />
        <Route path="moderation" element={<ConsoleModeration />} />
        <Route path="audit" element={<ConsoleAudit />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
