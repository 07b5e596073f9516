export { BadgesPage as Component } from '../../../features/console-badges/components/badges-page.tsx'
