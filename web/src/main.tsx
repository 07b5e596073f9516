import '@fontsource-variable/mona-sans/wdth.css'
import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { CrashBoundary } from './app/crash-boundary.tsx'
import { AppProviders } from './app/providers/app-providers.tsx'
import { AppRoutes } from './app/router.tsx'
import { followSystemTheme } from './lib/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followSystemTheme()

createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <AppProviders>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </AppProviders>
    </CrashBoundary>
  </StrictMode>,
)
