import { afterNextRender, Component } from '@angular/core'
import { Cart } from './shared/cart.js'

@Component({ selector: 'shop-root', template: '<button (click)="pay()">Pay</button>' })
export class App {
  constructor() {
    afterNextRender(() => {
      document.documentElement.dataset.ready = 'yes'
    })
  }

  pay(): number {
    return new Cart([]).total()
  }
}
