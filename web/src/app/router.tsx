import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router'
import { AdminsOnly, GuestsOnly, MembersOnly } from './guards/guards.tsx'
import { RootLayout } from './routes/root-layout.tsx'
import { ShellLayout } from './routes/shell-layout.tsx'

/** A page that loads when it is first needed; every route file exports `Component`. */
const page = (load: () => Promise<{ Component: ComponentType }>) =>
  lazy(async () => ({ default: (await load()).Component }))

const Landing = page(() => import('./routes/landing.tsx'))
const Leaderboard = page(() => import('./routes/leaderboard.tsx'))
const Dashboard = page(() => import('./routes/dashboard.tsx'))
const Games = page(() => import('./routes/games.tsx'))
const Live = page(() => import('./routes/live.tsx'))
const Network = page(() => import('./routes/network.tsx'))
const Newsfeed = page(() => import('./routes/newsfeed.tsx'))
const Profile = page(() => import('./routes/profile.tsx'))
const PrizeClaim = page(() => import('./routes/prize-claim.tsx'))
const Privacy = page(() => import('./routes/privacy.tsx'))
const Login = page(() => import('./routes/login.tsx'))
const Register = page(() => import('./routes/register.tsx'))
const ForgotPassword = page(() => import('./routes/forgot-password.tsx'))
const ResetPassword = page(() => import('./routes/reset-password.tsx'))
const ConsoleLayout = page(() => import('./routes/admin/console-layout.tsx'))
const ConsoleSiteSettings = page(() => import('./routes/admin/site-settings.tsx'))
const ConsoleContent = page(() => import('./routes/admin/content.tsx'))
const ConsoleUsers = page(() => import('./routes/admin/users.tsx'))
const ConsoleBadges = page(() => import('./routes/admin/badges.tsx'))
const ConsolePoints = page(() => import('./routes/admin/points.tsx'))
const ConsoleReferrals = page(() => import('./routes/admin/referrals.tsx'))
const ConsolePrizes = page(() => import('./routes/admin/prizes.tsx'))
const ConsoleClaims = page(() => import('./routes/admin/claims.tsx'))
const ConsoleGames = page(() => import('./routes/admin/games.tsx'))
const ConsoleCards = page(() => import('./routes/admin/cards.tsx'))
const ConsoleVideos = page(() => import('./routes/admin/videos.tsx'))
const ConsoleNewsfeed = page(() => import('./routes/admin/newsfeed.tsx'))
const ConsoleAudit = page(() => import('./routes/admin/audit.tsx'))
const NotFound = page(() => import('./routes/not-found.tsx'))

/** Every address of the app. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        <Route element={<ShellLayout />}>
          <Route index element={<Landing />} />
          <Route path="leaderboard" element={<Leaderboard />} />
          <Route path="privacy" element={<Privacy />} />
          <Route element={<MembersOnly />}>
            <Route path="dashboard" element={<Dashboard />} />
            <Route path="games" element={<Games />} />
            <Route path="live" element={<Live />} />
            <Route path="network" element={<Network />} />
            <Route path="newsfeed" element={<Newsfeed />} />
            <Route path="profile" element={<Profile />} />
            <Route path="prizes/claim/:awardId" element={<PrizeClaim />} />
          </Route>
          <Route path="admin" element={<AdminsOnly />}>
            <Route element={<ConsoleLayout />}>
              <Route index element={<ConsoleSiteSettings />} />
              <Route path="content" element={<ConsoleContent />} />
              <Route path="users" element={<ConsoleUsers />} />
              <Route path="badges" element={<ConsoleBadges />} />
              <Route path="points" element={<ConsolePoints />} />
              <Route path="referrals" element={<ConsoleReferrals />} />
              <Route path="prizes" element={<ConsolePrizes />} />
              <Route path="claims" element={<ConsoleClaims />} />
              <Route path="games" element={<ConsoleGames />} />
              <Route path="cards" element={<ConsoleCards />} />
              <Route path="videos" element={<ConsoleVideos />} />
              <Route path="newsfeed" element={<ConsoleNewsfeed />} />
              <Route path="audit" element={<ConsoleAudit />} />
              <Route path="*" element={<NotFound />} />
            </Route>
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route element={<GuestsOnly />}>
          <Route path="login" element={<Login />} />
          <Route path="register" element={<Register />} />
        </Route>
        <Route path="forgot-password" element={<ForgotPassword />} />
        <Route path="reset-password" element={<ResetPassword />} />
      </Route>
    </Routes>
  )
}
