export { PointsPage as Component } from '../../../features/console-points/components/points-page.tsx'
