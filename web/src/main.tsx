import './styles/fonts.css'
import './styles/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { CrashBoundary } from './app/crash-boundary.tsx'
import { prepareFirstPage } from './app/first-page.ts'
import { AppProviders } from './app/providers/app-providers.tsx'
import { createQueryClient } from './app/providers/query-client.ts'
import { AppRoutes } from './app/router.tsx'
import { followSystemTheme } from './lib/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followSystemTheme()
const queries = createQueryClient()
void prepareFirstPage(queries)

// In small steps: what the page's head has begun must not wait for the whole.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <CrashBoundary>
        <AppProviders queries={queries}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </AppProviders>
      </CrashBoundary>
    </StrictMode>,
  ),
)
