@echo off
cls
echo x
