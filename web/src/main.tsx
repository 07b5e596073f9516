import '@fontsource-variable/mona-sans/wdth.css'
import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { AppProviders } from './app/providers/app-providers.tsx'
import { routes } from './app/router.tsx'
import { followSystemTheme } from './lib/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followSystemTheme()
const router = createBrowserRouter(routes)

createRoot(root).render(
  <StrictMode>
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>
  </StrictMode>,
)
