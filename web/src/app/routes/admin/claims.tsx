export { Component } from './console-section.tsx'
