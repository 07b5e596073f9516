import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router'
import { GuestsOnly, MembersOnly, TeamOnly } from './guards/guards.tsx'
import { PAGES } from './prefetch.ts'
import { RootLayout } from './routes/root-layout.tsx'
import { ShellLayout } from './routes/shell-layout.tsx'

/** A page that loads when it is first needed; every route file exports `Component`. */
const page = (load: () => Promise<{ Component: ComponentType }>) =>
  lazy(async () => ({ default: (await load()).Component }))

const Badge = page(PAGES['badges/'])
const Journal = page(PAGES.journal)
const Landing = page(PAGES[''])
const Leaderboard = page(PAGES.leaderboard)
const Dashboard = page(PAGES.dashboard)
const Game = page(PAGES['games/'])
const Games = page(PAGES.games)
const Live = page(PAGES.live)
const Member = page(PAGES['members/'])
const Network = page(PAGES.network)
const Newsfeed = page(PAGES.newsfeed)
const Post = page(PAGES['newsfeed/'])
const Profile = page(PAGES.profile)
const Points = page(() => import('./routes/points.tsx'))
const Records = page(() => import('./routes/records.tsx'))
const Seasons = page(() => import('./routes/seasons.tsx'))
const Search = page(() => import('./routes/search.tsx'))
const Notifications = page(PAGES.notifications)
const NotificationSettings = page(() => import('./routes/notification-settings.tsx'))
const Prizes = page(PAGES['prizes/'])
const Privacy = page(() => import('./routes/privacy.tsx'))
const Login = page(PAGES.login)
const Register = page(PAGES.register)
const ForgotPassword = page(PAGES['forgot-password'])
const Mailed = page(() => import('./routes/mailed.tsx'))
const Console = page(() => import('./routes/admin/console-routes.tsx'))
const NotFound = page(() => import('./routes/not-found.tsx'))

/** Every address of the app. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        <Route element={<ShellLayout />}>
          <Route index element={<Landing />} />
          <Route path="leaderboard" element={<Leaderboard />} />
          <Route path="leaderboard/seasons" element={<Seasons />} />
          <Route path="privacy" element={<Privacy />} />
          <Route path="points" element={<Points />} />
          <Route path="records" element={<Records />} />
          <Route element={<MembersOnly />}>
            <Route path="dashboard" element={<Dashboard />} />
            <Route path="games" element={<Games />} />
            <Route path="games/:gameId" element={<Game />} />
            <Route path="journal" element={<Journal />} />
            <Route path="live" element={<Live />} />
            <Route path="badges/:badgeId" element={<Badge />} />
            <Route path="members/:username" element={<Member />} />
            <Route path="members/:username/journal" element={<Journal />} />
            <Route path="network" element={<Network />} />
            <Route path="newsfeed" element={<Newsfeed />} />
            <Route path="notifications" element={<Notifications />} />
            <Route path="notifications/settings" element={<NotificationSettings />} />
            <Route path="newsfeed/:postId" element={<Post />} />
            <Route path="profile" element={<Profile />} />
            <Route path="search" element={<Search />} />
            <Route path="prizes/*" element={<Prizes />} />
            <Route path="rewards" element={<Prizes />} />
          </Route>
          <Route element={<TeamOnly />}>
            <Route path="admin/*" element={<Console />} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route element={<GuestsOnly />}>
          <Route path="login" element={<Login />} />
          <Route path="register" element={<Register />} />
        </Route>
        <Route path="forgot-password" element={<ForgotPassword />} />
        <Route path="confirm" element={<Mailed />} />
        <Route path="reset-password" element={<Mailed />} />
        <Route path="unsubscribe" element={<Mailed />} />
        <Route path="welcome" element={<Mailed />} />
      </Route>
    </Routes>
  )
}
