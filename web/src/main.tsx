import './styles/fonts.css'
import './styles/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router'
import { CrashBoundary } from './app/crash-boundary.tsx'
import { prepareFirstPage } from './app/first-page.ts'
import { AppProviders } from './app/providers/app-providers.tsx'
import { createQueryClient } from './app/providers/query-client.ts'
import { AppRoutes } from './app/router.tsx'
import { nameInPage } from './lib/club.ts'
import { holdInstallPrompt } from './lib/install-prompt.ts'
import { createLayeredHistory } from './lib/layers.ts'
import { followSystemTheme } from './lib/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followSystemTheme()
holdInstallPrompt()
const history = createLayeredHistory()
const queries = createQueryClient()
void prepareFirstPage(queries)

// In small steps, so that the requests that the page's head has started do not have to wait for the whole page.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <CrashBoundary>
        <AppProviders queries={queries}>
          <HistoryRouter history={history}>
            <AppRoutes />
          </HistoryRouter>
        </AppProviders>
      </CrashBoundary>
    </StrictMode>,
  ),
)

if (!nameInPage())
  import('./data/site/club-query.ts')
    .then(({ readClub }) => readClub())
    .catch((error: unknown) => console.warn('club', error))
