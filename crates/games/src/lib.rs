//! The five games of Croupier, each behind the contract of the `cards` crate.

pub mod catalog;
pub mod contest;
pub mod durak;
mod hidden;
pub mod house;
pub mod levels;
pub mod mau_mau;
mod shedding;
#[cfg(test)]
mod shedding_tests;
pub mod text;
pub mod tractor;
pub mod uno;
pub mod wire;
