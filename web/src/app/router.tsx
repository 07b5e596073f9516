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
const Login = page(() => import('./routes/login.tsx'))
const Register = page(() => import('./routes/register.tsx'))
const ForgotPassword = page(() => import('./routes/forgot-password.tsx'))
const ResetPassword = page(() => import('./routes/reset-password.tsx'))
const ConsoleLayout = page(() => import('./routes/admin/console-layout.tsx'))
const ConsoleSection = page(() => import('./routes/admin/console-section.tsx'))
const NotFound = page(() => import('./routes/not-found.tsx'))

/** Every address of the app. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        <Route element={<ShellLayout />}>
          <Route index element={<Landing />} />
          <Route path="leaderboard" element={<Leaderboard />} />
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
              <Route index element={<ConsoleSection />} />
              <Route path=":section" element={<ConsoleSection />} />
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
